// What stands in the place of a name, a key, a tax id or an account number that was blanked (docs/personal-data.md).

export const blankWord = '[blanked]';
