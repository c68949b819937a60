// Names the content type of a spreadsheet.

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
