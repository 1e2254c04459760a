// Stands in for the SDK's module of the same exports, which brings a JSON schema validator along.
// A server uses it only for elicitation, which this one does not do; without it the bundle is a
// third smaller and starts sooner.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server validates nothing by JSON schema; the engine does the checking.');
  }
}
