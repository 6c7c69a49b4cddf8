import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { useLeaveGuard } from '#ui/form/state/useLeaveGuard.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useEventGoodsWords } from '../words'
import type { HandOver } from './queue'
import type { DeskTools } from './useDesk'

/** What was handed over and is not sent yet. Leaving the page is guarded until it is. */
export const WaitingHandOvers = ({ desk: { queue } }: { desk: DeskTools }) => {
  const { waiting: words } = useEventGoodsWords().desk
  const attempt = useAttempt()
  const { counted, isKept, isSending, send } = queue
  const count = counted.length
  const guard = useLeaveGuard(count > 0)
  const run = () =>
    attempt(async () => {
      if ((await send()) === 'stopped') toast({ tone: 'bad', title: words.stillWaiting })
    })
  return (
    <>
      <chakra.div role="status" _empty={{ position: 'absolute' }}>
        {count > 0 && (
          <Notice tone="warn">
            <chakra.p fontWeight="bold" fontVariantNumeric="tabular-nums">
              {words.title(count)}
            </chakra.p>
            <p>{isKept ? words.text : words.notKept}</p>
          </Notice>
        )}
      </chakra.div>
      {count > 0 && (
        <chakra.div mt={-3}>
          <Button wide busy={isSending} onClick={() => void run()}>
            {words.send}
          </Button>
        </chakra.div>
      )}
      <ConfirmDialog
        open={guard.asked}
        onClose={guard.stay}
        onConfirm={guard.leave}
        title={words.leaveTitle(count)}
        confirm={words.leave}
        cancel={words.stay}
      >
        {isKept ? words.leaveText : words.leaveLoses}
      </ConfirmDialog>
    </>
  )
}

const Row = chakra('li', {
  base: {
    display: 'grid',
    gap: 1,
    py: 3,
    borderTopWidth: '1px',
    borderColor: 'border',
    _first: { borderTopWidth: 0, pt: 0 },
    _last: { pb: 0 },
  },
})

/** What the server did not take over, until somebody has dealt with it. */
export const RefusedHandOvers = ({ desk: { queue } }: { desk: DeskTools }) => {
  const { refused: words } = useEventGoodsWords().desk
  const locale = useLocale()
  const { refused, dismiss } = queue
  const piecesOf = ({ lines }: HandOver) =>
    lines.map(({ name, quantity }) => words.piece(name, quantity)).join(words.and)
  return (
    <chakra.div aria-live="polite" _empty={{ position: 'absolute' }}>
      {refused.length > 0 && (
        <Card title={words.title(refused.length)} lead={words.lead}>
          <chakra.ul data-testid="refused-hand-overs">
            {refused.map((one) => (
              <Row key={one.key}>
                <chakra.p fontWeight="bold" fontVariantNumeric="tabular-nums">
                  {one.orderNumber}
                </chakra.p>
                <chakra.p fontSize="0.875rem" overflowWrap="anywhere">
                  {piecesOf(one)}
                </chakra.p>
                <chakra.p fontSize="0.875rem" color="bad">
                  {words.why[one.code] ?? words.otherwise}
                </chakra.p>
                <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3}>
                  <chakra.span fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
                    {words.at(dateText(one.at, locale, { short: true, hour: true }))}
                  </chakra.span>
                  <Button size="s" aria-label={words.dismissOf(one.orderNumber)} onClick={() => dismiss(one.key)}>
                    {words.dismiss}
                  </Button>
                </chakra.div>
              </Row>
            ))}
          </chakra.ul>
        </Card>
      )}
    </chakra.div>
  )
}
