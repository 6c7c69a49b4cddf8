import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react'
import { remembered } from './remembered'
import { base } from './utilities'

// Chakra's default system includes all of its recipes and utilities; ours has the utilities that we use, and tokens.
// Recipes are defined beside the component that uses them.

const both = (light: string, dark: string) => ({ value: { base: light, _dark: dark } })
const scale = (steps: readonly number[]) =>
  Object.fromEntries(steps.map((step) => [String(step), { value: step === 0 ? '0' : `${step * 4}px` }]))

/** One step is 4 px. */
const steps = scale([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32])

export const themeConfig = defineConfig({
  cssVarsPrefix: 'ui',
  preflight: true,
  conditions: { dark: '[data-mode=dark] &', light: ':root:not([data-mode=dark]) &' },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens: {
      spacing: steps,
      sizes: { ...steps, full: { value: '100%' }, page: { value: '1120px' }, card: { value: '600px' } },
      radii: {
        s: { value: '6px' },
        m: { value: '10px' },
        l: { value: '16px' },
        full: { value: '999px' },
      },
      fonts: {
        body: { value: '"Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic UI", Meiryo, sans-serif' },
      },
      // In rem, here and wherever a size is written: whoever has larger letters in their browser gets them.
      fontSizes: {
        xs: { value: '0.78125rem' },
        sm: { value: '0.84375rem' },
        md: { value: '0.9375rem' },
        lg: { value: '1.0625rem' },
        xl: { value: '1.25rem' },
        '2xl': { value: '1.5rem' },
        '3xl': { value: '1.75rem' },
      },
      fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 }, bold: { value: 700 } },
      zIndex: { top: { value: 10 }, menu: { value: 30 }, toast: { value: 100 } },
    },
    semanticTokens: {
      colors: {
        canvas: both('#faf9f7', '#161412'),
        surface: both('#ffffff', '#1f1c19'),
        sunken: both('#f4f1ed', '#191614'),
        border: both('#e7e2db', '#35302a'),
        borderStrong: both('#cfc8be', '#4c453d'),
        // Borders of inputs and buttons: contrast of 3:1 with every background.
        borderControl: both('#8f877c', '#7a7167'),
        text: both('#1f1b16', '#f3efe9'),
        muted: both('#665f56', '#b0a79c'),
        faint: both('#6f675d', '#9a9187'),
        accent: both('#5a3fd1', '#8f78f0'),
        accentHover: both('#4930b3', '#a28ff5'),
        accentText: both('#4f36c0', '#b3a3f8'),
        accentSubtle: both('#f1eefc', '#2b2443'),
        onAccent: both('#ffffff', '#14101f'),
        ok: both('#14673d', '#7fd6a2'),
        okSubtle: both('#e5f4eb', '#16301f'),
        warn: both('#855800', '#f0c674'),
        warnSubtle: both('#fff3d4', '#352a10'),
        bad: both('#ad241b', '#f2a19a'),
        badSubtle: both('#fdecea', '#3a1b18'),
        onBad: both('#ffffff', '#2a0f0c'),
        info: both('#1c57b0', '#9cc0f7'),
        infoSubtle: both('#e8f0fd', '#16263f'),
        hover: both('rgb(31 27 22 / .05)', 'rgb(255 255 255 / .06)'),
        scrim: both('rgb(31 27 22 / .42)', 'rgb(0 0 0 / .62)'),
      },
      shadows: {
        card: both(
          '0 1px 2px rgb(31 27 22 / .05), 0 4px 16px rgb(31 27 22 / .05)',
          '0 1px 2px rgb(0 0 0 / .4), 0 6px 20px rgb(0 0 0 / .3)',
        ),
        pop: both(
          '0 2px 6px rgb(31 27 22 / .08), 0 16px 40px rgb(31 27 22 / .16)',
          '0 2px 6px rgb(0 0 0 / .5), 0 16px 40px rgb(0 0 0 / .5)',
        ),
        ring: both('0 0 0 3px rgb(90 63 209 / .28)', '0 0 0 3px rgb(143 120 240 / .4)'),
      },
    },
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      breathe: { '50%': { opacity: 0.45 } },
      rise: { from: { opacity: 0, transform: 'translateY(6px)' } },
      fade: { from: { opacity: 0 } },
      slide: { from: { transform: 'translateX(-100%)' } },
    },
  },
  globalCss: {
    html: { colorScheme: 'light', '&[data-mode=dark]': { colorScheme: 'dark' }, scrollPaddingTop: '72px' },
    body: {
      fontFamily: 'body',
      fontSize: 'md',
      lineHeight: 1.7,
      bg: 'canvas',
      color: 'text',
      overflowWrap: 'anywhere',
    },
    'h1, h2, h3, h4': {
      fontFeatureSettings: '"palt"',
      wordBreak: 'auto-phrase',
      lineHeight: 1.35,
      fontWeight: 700,
      letterSpacing: '.01em',
    },
    'button, input, select, textarea': { fontFamily: 'inherit' },
    'a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible': {
      outline: '2px solid var(--ui-colors-accent)',
      outlineOffset: '2px',
    },
    svg: { flex: 'none' },
    '::selection': { bg: 'accentSubtle', color: 'accentText' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '.01ms !important',
      },
    },
  },
})

let made: SystemContext | undefined

/** Created at the first render and not on import: evaluating all scripts is one long task already. */
export const system = (): SystemContext => {
  made ??= remembered(createSystem(base, themeConfig))
  return made
}
