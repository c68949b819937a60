// Contains texts of the OpenAPI document about all operations.

/** Version of the contract. */
export const version = '3.0.0';

export const introduction = `Sends money over PIX at any hour.

If the status is not 200, no money has moved, except with 500 and 503: then the outcome is unknown. Repeat the call with
the same \`idempotency-key\` to learn the outcome. Amounts are in reais.

Unknown fields and parameters are refused, except by the contract's own calls: those ignore them, and the header Ignored-Fields of the answer names
the ignored fields.

The gateway in front of the service may answer 413, 429, 500 and 503 itself, with \`{"message": "…"}\` and no other field.
The status means the same then: go by it, and not by the body.`;

/** Statuses that API Gateway itself may answer, for any operation. */
export const gatewayStatuses = [429, 500, 503];
