// Answers to the network's callback, as a schema.

import * as z from 'zod';
import { worked } from '../base/pieces.ts';

export const accepted = z.object({ worked }).meta({ id: 'Accepted' });
