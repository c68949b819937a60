// Returns the object schema inside a schema that checks or transforms the object.

import * as z from 'zod';

/** Returns the input side of a query schema that transforms its values. */
export function plainObject(schema: z.ZodType): z.ZodObject {
  return (schema instanceof z.ZodPipe ? plainObject(schema.in as z.ZodType) : schema) as z.ZodObject;
}
