/** Signs and beginnings of lines that may mean something; a text without any reads the same unparsed. */
const mark = /[*_`[\]<>\\~|$&@]|https?:|ftp:|www\.|^[ \t]*(#|[-+=]|\d+[.)])|^ {4}|\t|[ ]{2}$/im;

/** The paragraphs of a text in which nothing is markup; undefined where the parser has to look. */
export const plainParagraphs = (source: string): string[] | undefined =>
  mark.test(source)
    ? undefined
    : source
        .split(/\n\s*\n/)
        .map((each) => each.trim())
        .filter((each) => each !== '');
