/** The package has types for its full build alone; the light one leaves out what we do not use. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
