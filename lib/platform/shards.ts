// Shards: the number of partitions of an index of a whole table, or of a list. DynamoDB accepts 1,000 write units a
// second in each. The numbers are part of the stored format, because a row stays in the shard that it was written to.

/** For rows that every posting or every failed delivery writes. */
export const manyShards = 16;

/** For rows that are written rarely, and read by each sweep and each reconciliation. */
export const fewShards = 4;
