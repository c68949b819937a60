// Defines the numbers of shards. A shard is one partition of an index over a whole table, or one partition of a list.
// DynamoDB accepts 1,000 write units a second in each partition. The numbers are part of the stored format, because a
// row stays in the shard to which it was written.

/** Number of shards for rows that every posting or every failed delivery writes. */
export const manyShards = 16;

/**
 * Number of shards for rows that are written rarely, and that each run of resume-stalled and each reconciliation reads.
 */
export const fewShards = 4;
