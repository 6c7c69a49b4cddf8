/** Storage key that is set while somebody is signed in on this device; it says nothing of whom. */
export const knownBefore = 'tsudoi-known'

/**
 * Runs in the page's head: if somebody was signed in when a page was last open, the header shows their own ways instead of the login, and
 * parts that depend on the fan first show a skeleton instead of the visitor's version. The content security policy contains the hash of
 * this exact text.
 */
export const knownBeforeScript = `try{if(localStorage.getItem('${knownBefore}'))document.documentElement.dataset.known=''}catch{}`
