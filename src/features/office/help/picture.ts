/** Of every picture of the help, in pixels. */
export const pictureSize = { width: 1120, height: 700 }
