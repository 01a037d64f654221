import { prepare, send, } from "./core.js";
import { metadata, read } from "./responses.js";
export function bodyOf({ call, response, release }) {
    return read(call.operation, response).finally(release);
}
export class ResultPromise {
    core;
    [Symbol.toStringTag] = "Promise";
    #reply;
    #full;
    constructor(core, operation, args = {}, options = {}) {
        this.core = core;
        this.#reply = prepare(core, operation, args, options).then((call) => send(core, call));
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
                metadata: metadata(reply.call.operation, response),
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
