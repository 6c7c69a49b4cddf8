import { chakra } from '@chakra-ui/react'
import { type Confirmation, confirmationFacts } from '#money/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { FactList } from '#ui/fan/FactList.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useUiWords } from '#ui/words.tsx'
import { useFanSubscriptionWords } from './words'

type Props = { told: Confirmation; busy: boolean; onGo: () => void; onClose: () => void }

/** The confirmation before a store-paying member moves to card payment (rule: membership.moveToCard). */
export const MoveToCardDialog = ({ told, busy, onGo, onClose }: Props) => {
  const { toCard, move: words } = useFanSubscriptionWords()
  const ui = useUiWords()
  return (
    <Dialog open onClose={busy ? () => {} : onClose} title={toCard}>
      <FactList facts={confirmationFacts.map((fact) => ({ label: words.terms[fact], text: told[fact] }))} />
      <chakra.div display="grid" gap={2} mt={5} pt={4} borderTopWidth="1px" borderColor="border">
        <Button look="primary" size="l" wide busy={busy} onClick={onGo} data-testid="move-to-card">
          {words.go}
        </Button>
        <Button look="quiet" wide onClick={onClose} disabled={busy}>
          {ui.cancel}
        </Button>
      </chakra.div>
    </Dialog>
  )
}
