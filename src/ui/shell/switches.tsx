import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useLocale } from '#client/words.tsx'
import { Button } from '../Button'
import { switchColorMode } from '../look/colorMode'
import { MoonIcon, SunIcon } from '../look/icons'
import { useUiWords } from '../words'

/** Switches to the other language on the same page; the label is in that language. */
export const LanguageSwitch = () => {
  const words = useUiWords()
  const router = useRouter()
  const other = useLocale() === 'ja' ? 'en' : 'ja'
  return (
    <Button
      look="quiet"
      px={2.5}
      minW="40px"
      lang={other}
      title={words.toOtherLanguage}
      onClick={() => void router.push(router.asPath, undefined, { locale: other, scroll: false })}
    >
      {other === 'en' ? 'EN' : '日本語'}
    </Button>
  )
}

// Both icons are in the HTML and CSS shows the one for the mode, so that it is right before any script runs.
const Face = chakra('span', {
  base: { '& svg': { display: 'block' } },
  variants: {
    in: { light: { _dark: { display: 'none' } }, dark: { display: 'none', _dark: { display: 'block' } } },
  },
})

export const ColorModeSwitch = () => {
  const words = useUiWords()
  return (
    <Button icon look="quiet" onClick={switchColorMode}>
      <Face in="light" title={words.toDark}>
        <MoonIcon />
        <chakra.span srOnly>{words.toDark}</chakra.span>
      </Face>
      <Face in="dark" title={words.toLight}>
        <SunIcon />
        <chakra.span srOnly>{words.toLight}</chakra.span>
      </Face>
    </Button>
  )
}
