"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ResultPromise = void 0;
exports.bodyOf = bodyOf;
const core_js_1 = require("./core.js");
const responses_js_1 = require("./responses.js");
async function bodyOf(reply) {
    const { call, response, release, again } = reply;
    try {
        const found = await (0, responses_js_1.read)(call.operation, response).finally(release);
        return { ...found, reply };
    }
    catch (error) {
        return bodyOf(await again(error));
    }
}
class ResultPromise {
    core;
    #reply;
    #full;
    constructor(core, operation, args = {}, options = {}) {
        this.core = core;
        this.#reply = (0, core_js_1.prepare)(core, operation, args, options).then((call) => (0, core_js_1.send)(core, call));
    }
    async finish(reply) {
        const body = await bodyOf(reply);
        return [body.value, body.reply];
    }
    withResponse() {
        this.#full ??= this.#reply.then(async (first) => {
            const [result, { call, response }] = await this.finish(first);
            return {
                result,
                response,
                metadata: (0, responses_js_1.metadata)(call.operation, response),
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
