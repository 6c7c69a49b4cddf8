const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
/**
 * For `lang` of a creator's text, on a page of either language. A voice for Japanese reads the English words in a text, one for English
 * none of its Japanese ones: what has any is Japanese.
 */
export const languageOf = (text: string): 'ja' | undefined => (japanese.test(text) ? 'ja' : undefined)
