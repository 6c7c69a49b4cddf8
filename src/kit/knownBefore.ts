/** Where a browser remembers that somebody was signed in when the page was last left. */
export const knownBefore = 'tsudoi-known'

/**
 * Runs in the page's head: where somebody was signed in before, what depends on the fan waits as a skeleton instead of
 * showing first what a visitor sees. The content security policy names this very text.
 */
export const knownBeforeScript = `try{if(localStorage.getItem('${knownBefore}'))document.documentElement.dataset.known=''}catch{}`
