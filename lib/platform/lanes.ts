// Lanes: an index of a whole table, or a list, has as many partitions. DynamoDB takes 1,000 write units a second in
// each. The numbers belong to the stored form: a row stays in the lane that it was written to.

/** Of what every posting or every failed delivery writes. */
export const manyLanes = 16;

/** Of what is written seldom, and looked through by each sweep and each reconciliation. */
export const fewLanes = 4;
