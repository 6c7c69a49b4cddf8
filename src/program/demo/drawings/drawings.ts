import { asSvg, type Sheet } from './ink'
import { scenes } from './scenes'
import { things } from './things'
import { wares } from './wares'

/* The pictures of the demo world and of the mocked portal: our own drawings, the same at every start. */

const drawings = { ...scenes, ...things, ...wares }
export type Subject = keyof typeof drawings
export type { Colors } from './ink'

export const draw = (subject: Subject, sheet: Sheet): string => asSvg(sheet, drawings[subject])

/** Matching colour pairs, for rows of things. */
export const palettes = [
  ['#a9d6e5', '#2a6f97'],
  ['#f4d9a6', '#d9693f'],
  ['#c8b3ef', '#3b2a78'],
  ['#f6bcd0', '#b4527f'],
  ['#c3d3a8', '#4f6b3c'],
  ['#9fd0de', '#1d3f5c'],
] as const
