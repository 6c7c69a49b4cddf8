export const colorModeCookie = 'tsudoi-color-mode'

/**
 * Runs in the page's head, so that nobody sees the other mode first. Light unless this browser chose dark; the system's
 * mode is not followed. The content security policy names this very text.
 */
export const colorModeScript = `document.documentElement.dataset.mode=/(?:^|; )${colorModeCookie}=dark(?:;|$)/.test(document.cookie)?'dark':'light'`
