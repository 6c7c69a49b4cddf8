import { chakra } from '@chakra-ui/react'
import { Button } from '../Button'
import { AlertIcon, LockIcon, RefreshIcon, SearchIcon } from '../look/icons'
import { CopyText } from '../text/CopyText'
import { useUiWords } from '../words'
import { EmptyState } from './EmptyState'

/** For `failed` of `useRead`. Missing data gets a text of its own without a retry: loading again does not help. */
type FailedStateProps = { onRetry?: () => void; requestId?: string; code?: string; title?: string; text?: string }

export const FailedState = ({ onRetry, requestId, code = '', title, text }: FailedStateProps) => {
  const words = useUiWords()
  const kind = /notFound$/i.test(code)
    ? 'missing'
    : code === 'forbidden'
      ? 'forbidden'
      : code === 'offline'
        ? 'offline'
        : code === 'unreachable'
          ? 'unreachable'
          : 'broken'
  const says = words.failedFaces[kind]
  const isFinal = kind === 'missing' || kind === 'forbidden'
  return (
    <chakra.div role="alert" css={isFinal ? {} : { '& > div > span:first-of-type': { bg: 'badSubtle', color: 'bad' } }}>
      <EmptyState
        icon={
          kind === 'missing' ? (
            <SearchIcon size={24} />
          ) : kind === 'forbidden' ? (
            <LockIcon size={24} />
          ) : (
            <AlertIcon size={24} />
          )
        }
        title={title ?? says.title}
        text={
          <>
            {text ?? says.text}
            {requestId && kind === 'broken' && (
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
          onRetry &&
          !isFinal && (
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
