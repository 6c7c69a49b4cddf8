// Colour mode before the first paint. Light unless this browser chose dark; the system's mode is not followed.
document.documentElement.dataset.mode = /(?:^|; )tsudoi-color-mode=dark(?:;|$)/.test(document.cookie) ? 'dark' : 'light'
