import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { signOut } from '#client/identity.ts'
import { areLetterKeysOn, setLetterKeys } from '#kit/letterKeys.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Page } from '#ui/page/Page.tsx'
import { AccountPanel } from './AccountPanel'
import { AccountWords, useAccountWords } from './words'

export const AccountScreen = () => (
  <AccountWords>
    <Account />
  </AccountWords>
)

const Account = () => {
  const words = useAccountWords()
  return (
    <Page title={words.title} lead={words.lead}>
      <AccountPanel onGone={() => void signOut()} />
      <LetterKeys />
    </Page>
  )
}

const LetterKeys = () => {
  const words = useAccountWords()
  const [isOn, setOn] = useState(areLetterKeysOn)
  const change = (wanted: boolean) => {
    setLetterKeys(wanted)
    setOn(wanted)
  }
  return (
    <chakra.div mt={5} maxW="720px">
      <Card title={words.keys}>
        <Switch
          label={words.letterKeys}
          hint={words.letterKeysHint}
          checked={isOn}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </Card>
    </chakra.div>
  )
}
