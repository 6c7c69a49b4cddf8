import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../Button'
import { EyeIcon, EyeOffIcon } from '../look/icons'
import { useUiWords } from '../words'
import { TextInput } from './TextInput'

/** A password input with a button that shows the typed text. */
export const PasswordInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => {
  const words = useUiWords()
  const [isShown, setShown] = useState(false)
  return (
    <chakra.span position="relative" display="block">
      <TextInput {...props} type={isShown ? 'text' : 'password'} pr={11} />
      <chakra.span position="absolute" right="1px" top="1px">
        <IconButton label={isShown ? words.hidePassword : words.showPassword} onClick={() => setShown(!isShown)}>
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      </chakra.span>
    </chakra.span>
  )
}
