/** An error of DynamoDB. `more` contains further fields of the answer. */
export class Refusal extends Error {
  readonly type: string;
  readonly more: object;

  constructor(type: string, message: string, more: object = {}) {
    super(message);
    this.type = type;
    this.more = more;
  }
}

export const invalid = (message: string): Refusal => new Refusal('ValidationException', message);
