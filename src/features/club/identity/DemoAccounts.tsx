import { chakra } from '@chakra-ui/react'
import { Button } from '#ui/Button.tsx'
import { useIdentityWords } from './words'

const demoPassword = 'tsudoi-demo'

type Props = { isFan: boolean; onChoose: (email: string, password: string) => void }

/** Accounts to sign in with; only if the identity project is a demo. */
export const DemoAccounts = ({ isFan, onChoose }: Props) => {
  const words = useIdentityWords()
  const fans = [
    { email: 'fan@tsudoi.test', label: words.demoFan },
    { email: 'member@tsudoi.test', label: words.demoMember },
    { email: 'newcomer@tsudoi.test', label: words.demoNewcomer },
    { email: 'owner@hoshi.test', label: words.demoOwner },
  ]
  const staff = [
    { email: 'owner@hoshi.test', label: words.demoOwner },
    { email: 'editor@hoshi.test', label: words.demoEditor },
    { email: 'newcomer@tsudoi.test', label: words.demoNewcomer },
    { email: 'operator@tsudoi.test', label: words.demoOperator },
  ]
  return (
    <chakra.section bg="sunken" borderRadius="m" p={4} display="grid" gap={2}>
      <chakra.h2 fontSize="0.875rem">{words.demoTitle}</chakra.h2>
      <chakra.p color="muted" fontSize="sm">
        {words.demoLead}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        {(isFan ? fans : staff).map(({ email, label }) => (
          <Button key={email} size="s" title={email} onClick={() => onChoose(email, demoPassword)}>
            {label}
          </Button>
        ))}
      </chakra.div>
    </chakra.section>
  )
}
