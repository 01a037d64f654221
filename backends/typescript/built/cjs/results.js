"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ResultPromise = void 0;
exports.bodyOf = bodyOf;
const core_js_1 = require("./core.js");
const responses_js_1 = require("./responses.js");
function bodyOf({ call, response, release }) {
    return (0, responses_js_1.read)(call.operation, response).finally(release);
}
class ResultPromise {
    core;
    [Symbol.toStringTag] = "Promise";
    #reply;
    #full;
    constructor(core, operation, args = {}, options = {}) {
        this.core = core;
        this.#reply = (0, core_js_1.prepare)(core, operation, args, options).then((call) => (0, core_js_1.send)(core, call));
    }
    async finish(reply) {
        return (await bodyOf(reply)).value;
    }
    withResponse() {
        this.#full ??= this.#reply.then(async (reply) => {
            const result = await this.finish(reply);
            const { response } = reply;
            return {
                result,
                response,
                metadata: (0, responses_js_1.metadata)(reply.call.operation, response),
            };
        });
        return this.#full;
    }
    asResponse() {
        return this.#reply.then(({ response, release }) => {
            release();
            return response;
        });
    }
    then(resolved, rejected) {
        return this.withResponse()
            .then(({ result }) => result)
            .then(resolved, rejected);
    }
    catch(rejected) {
        return this.then(undefined, rejected);
    }
    finally(done) {
        return this.then().finally(done);
    }
}
exports.ResultPromise = ResultPromise;
