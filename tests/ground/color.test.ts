import { describe, expect, test } from 'vitest'
import { accentOf, contrast, defaultAccent } from '#kit/color.ts'

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#5a3fd1', '#ffffff', 6.82],
  ])('of %s on %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 1)
    expect(contrast(b, a)).toBe(contrast(a, b))
  })
})

describe('the accent a creator chose', () => {
  test.each([
    '#2f6f8f',
    '#5a3fd1',
    '#ffff00',
    '#ffffff',
    '#000000',
    '#ff0000',
    '#00ff00',
    '#0000ff',
    '#808080',
    '#fdd7e4',
    '#1d3f5c',
    '#e9c46a',
    '#1f1c19',
    '#ffe14d',
  ])('%s stays itself, and what is written on it or in it can be read in both modes', (chosen) => {
    const { light, dark } = accentOf(chosen)
    for (const { accent, onAccent, text, subtle } of [light, dark]) {
      expect(accent).toBe(chosen)
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, subtle)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(light.text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark.text, '#1f1c19')).toBeGreaterThanOrEqual(4.5)
  })

  test('is left as it is in links where it can be read already', () => {
    expect(accentOf('#2f6f8f').light.text).toBe('#2f6f8f')
  })

  test.each(['', 'red', '#fff', 'javascript:alert(1)', '#12345g'])('%j is no colour: ours stands in', (wrong) => {
    expect(accentOf(wrong)).toEqual(accentOf(defaultAccent))
  })
})
