import { prepare, send, } from "./core.js";
import { metadata, read } from "./responses.js";
export async function bodyOf(reply) {
    const { call, response, release, again } = reply;
    try {
        const found = await read(call.operation, response).finally(release);
        return { ...found, reply };
    }
    catch (error) {
        return bodyOf(await again(error));
    }
}
export class ResultPromise {
    core;
    #reply;
    #full;
    constructor(core, operation, args = {}, options = {}) {
        this.core = core;
        this.#reply = prepare(core, operation, args, options).then((call) => send(core, call));
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
                metadata: metadata(call.operation, response),
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
