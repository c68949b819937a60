// Defines the text that replaces a blanked name, key, tax id or account number (docs/personal-data.md).

export const blankWord = '[blanked]';
