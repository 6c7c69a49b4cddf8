/** Storage key that is set if somebody was signed in when the page was last left. */
export const knownBefore = 'tsudoi-known'

/**
 * Runs in the page's head: if somebody was signed in before, parts that depend on the fan first show a skeleton instead
 * of the visitor's version. The content security policy contains the hash of this exact text.
 */
export const knownBeforeScript = `try{if(localStorage.getItem('${knownBefore}'))document.documentElement.dataset.known=''}catch{}`
