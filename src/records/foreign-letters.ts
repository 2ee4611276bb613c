/**
 * Letters of another script that pass for Latin ones: the Т of “USDТ_ETH” is Cyrillic. Names in a script of their own are not meant, nor
 * Chinese, Japanese and Korean beside Latin, which is how these are written (UTS 39, "Highly Restrictive").
 */

/** Where they stand. */
export function foreignLetters(text: string): readonly { readonly at: number; readonly letter: string }[] {
  const words = [...text.replace(characterName, blank).matchAll(wordForm)].map(({ 0: word, index }) => ({
    word,
    index,
  }))
  // A letter that looks like no Latin one shows that the text is written in that script.
  const hasOwnScript = words.some(({ word }) => lettersIn(word).some(({ letter }) => !isLookAlike(letter)))
  return words.flatMap(({ word, index }) => {
    const isMixed = latin.test(word)
    return isMixed || !hasOwnScript
      ? lettersIn(word).map(({ at, letter }) => ({ at: at + index, letter }))
      : []
  })
}

/** A hidden character parts no word. */
const wordForm = /(?:(?![\t\r\n])[\p{L}\p{M}\p{N}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])+/gu

/** How a character is named in its place. Its U says nothing of the letters beside it. */
const characterName = /U\+[\dA-F]{4,6}/g

function blank(name: string): string {
  return ' '.repeat(name.length)
}

const latin = /\p{Script=Latin}/u

function lettersIn(word: string): readonly { readonly at: number; readonly letter: string }[] {
  return [...word.matchAll(besideLatin)].map(({ 0: letter, index: at }) => ({ at, letter }))
}

/** Mathematical letters have no script, and count; the sign for a millionth has none either. */
const besideLatin =
  /(?![µ\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Lm}])\p{L}/gu

/** Of the confusables of UTS 39, those that look like a letter of A to Z or a to z. */
function isLookAlike(letter: string): boolean {
  return lookAlikes.test(letter)
}

const lookAlikes =
  /^[АВЕЅІЈКМНОРСТУХԌԚԜҮаеорсухѕіјһԁԛԝүΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαικνορυϲϳՍՏՕԼօսոզհցԿ\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Common}]$/u
