// Defines the schema of the answers to the network's callback.

import * as z from 'zod';
import { worked } from '../base/pieces.ts';

export const accepted = z.object({ worked }).meta({ id: 'Accepted' });
