import { chakra } from '@chakra-ui/react'
import { Button } from '../Button'
import { AlertIcon, RefreshIcon } from '../look/icons'
import { CopyText } from '../text/CopyText'
import { useUiWords } from '../words'
import { EmptyState } from './EmptyState'

/** Takes what `useRead` calls `failed`; the code is for those who say more about it. */
type FailedStateProps = { onRetry?: () => void; requestId?: string; code?: string; title?: string; text?: string }

export const FailedState = ({ onRetry, requestId, title, text }: FailedStateProps) => {
  const words = useUiWords()
  return (
    <chakra.div role="alert" css={{ '& > div > span:first-of-type': { bg: 'badSubtle', color: 'bad' } }}>
      <EmptyState
        icon={<AlertIcon size={24} />}
        title={title ?? words.failedTitle}
        text={
          <>
            {text ?? words.failedText}
            {requestId && (
              <chakra.div
                mt={2}
                fontSize="sm"
                display="flex"
                flexWrap="wrap"
                justifyContent="center"
                alignItems="center"
              >
                {words.requestId}
                <chakra.span ml={2}>
                  <CopyText text={requestId} label={words.requestId} />
                </chakra.span>
              </chakra.div>
            )}
          </>
        }
        action={
          onRetry && (
            <Button onClick={onRetry}>
              <RefreshIcon size={16} />
              {words.retry}
            </Button>
          )
        }
      />
    </chakra.div>
  )
}
