/** The package has types for its full build only; the light build omits features that we do not use. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
