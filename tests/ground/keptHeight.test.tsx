// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeptHeight } from '#ui/faces/useKeptHeight.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const Place = ({ brand, isThere }: { brand: string | null; isThere: boolean }) => {
  const { ref, style, isKnown } = useKeptHeight(brand && `todos ${brand}`, isThere)
  return (
    <div ref={ref} style={style} data-testid="place">
      {isKnown ? 'known' : 'unknown'}
    </div>
  )
}
const shown = () => {
  const { textContent, style } = screen.getByTestId('place')
  return [textContent, style.height]
}
/** The browser has seen it as high as this. */
const see = (brand: string, height: number) => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height)
  render(<Place brand={brand} isThere />)
  cleanup()
}

test('a place keeps the height that its own brand had, and none of another', () => {
  see('brand_aoi', 480)
  render(<Place brand="brand_aoi" isThere={false} />)
  expect(shown()).toEqual(['known', '480px'])
  cleanup()
  render(<Place brand="brand_sora" isThere={false} />)
  expect(shown()).toEqual(['unknown', ''])
})

test('who goes from one brand to another on the same screen sees the height of that one', () => {
  see('brand_aoi', 480)
  see('brand_sora', 120)
  const { rerender } = render(<Place brand={null} isThere={false} />)
  expect(shown()).toEqual(['unknown', ''])
  for (const [brand, height] of [
    ['brand_aoi', '480px'],
    ['brand_sora', '120px'],
  ] as const) {
    rerender(<Place brand={brand} isThere={false} />)
    expect(shown()).toEqual(['known', height])
  }
})
