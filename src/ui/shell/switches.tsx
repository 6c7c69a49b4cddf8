import { useRouter } from 'next/router'
import { useLocale } from '../../client/words'
import { Button, IconButton } from '../Button'
import { setColorMode, useColorMode } from '../colorMode'
import { MoonIcon, SunIcon } from '../icons'
import { useUiWords } from '../words'

/** Shows the other language's name in that language, and keeps the address. */
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

export const ColorModeSwitch = () => {
  const words = useUiWords()
  const mode = useColorMode()
  return mode === 'dark' ? (
    <IconButton label={words.toLight} onClick={() => setColorMode('light')}>
      <SunIcon />
    </IconButton>
  ) : (
    <IconButton label={words.toDark} onClick={() => setColorMode('dark')}>
      <MoonIcon />
    </IconButton>
  )
}
