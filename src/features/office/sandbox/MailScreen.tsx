import { chakra } from '@chakra-ui/react'
import Link from 'next/link'
import { type SyntheticEvent, useState } from 'react'
import { routes } from '#client/routes.ts'
import { Button } from '#ui/Button.tsx'
import { Facts, Surface } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import { PageTitle } from '#ui/page/Page.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { SandboxWords, useSandboxWords } from './words'

export type MailItem = { id: string; to: string; subject: string; at: number }
export type MailMessage = MailItem & { from: string; fromName: string; text: string; html: string }
export type MailScreenProps = { to: string; mails: MailItem[]; open: MailMessage | null; isMissing: boolean }

const Row = chakra(Link, {
  base: {
    display: 'grid',
    gap: 0.5,
    px: 4,
    py: 3,
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    _hover: { bg: 'hover' },
    '&[aria-current=page]': { bg: 'accentSubtle' },
  },
})

const address = ({ to, id }: { to: string; id?: string }) => ({
  pathname: routes.sandboxMail(),
  query: { ...(to && { to }), ...(id && { id }) },
})

const linkPattern = /(https?:\/\/[^\s<>"'）」]+)/

/** Splits the text into pieces with their start index; each URL is a piece of its own. */
const piecesOf = (text: string) => {
  let at = 0
  // Splitting by a capture group puts the URLs at odd indexes.
  return text.split(linkPattern).map((piece, i) => {
    at += piece.length
    return { piece, isLink: i % 2 === 1, at: at - piece.length }
  })
}

/** Plain text whose URLs are links. */
const Text = ({ text }: { text: string }) => (
  <chakra.div whiteSpace="pre-wrap" overflowWrap="anywhere" lineHeight="1.8">
    {piecesOf(text).map(({ piece, isLink, at }) =>
      isLink ? (
        <chakra.a key={at} href={piece} rel="noreferrer" color="accentText" textDecoration="underline">
          {piece}
        </chakra.a>
      ) : (
        piece
      ),
    )}
  </chakra.div>
)

/** The mail as a mail program shows it: in a frame without scripts, whose links open pages of their own. */
const Face = ({ subject, html }: Pick<MailMessage, 'subject' | 'html'>) => {
  const words = useSandboxWords()
  const [height, setHeight] = useState(600)
  const measure = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const shown = currentTarget.contentDocument?.body
    if (shown) setHeight(shown.offsetHeight)
  }
  return (
    <chakra.iframe
      title={words.shown(subject)}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={measure}
      style={{ height }}
      w="100%"
      border="0"
      borderRadius="m"
      data-testid="mail-face"
    />
  )
}

const Search = ({ to }: { to: string }) => {
  const words = useSandboxWords()
  return (
    <chakra.form method="get" display="flex" gap={2} p={3} borderBottomWidth="1px" borderColor="border">
      <TextInput name="to" type="search" defaultValue={to} placeholder={words.search} aria-label={words.search} />
      <Button type="submit">{words.searchButton}</Button>
    </chakra.form>
  )
}

const List = ({ to, mails, open }: MailScreenProps) => {
  const words = useSandboxWords()
  const nothing = to
    ? { title: words.noneFound, text: words.noneFoundText }
    : { title: words.none, text: words.noneText }
  return (
    <Surface overflow="hidden" as="nav" aria-label={words.list}>
      <Search to={to} />
      {mails.length === 0 && <EmptyState icon={<MailIcon size={24} />} {...nothing} />}
      {mails.map((mail) => (
        <Row
          key={mail.id}
          href={address({ to, id: mail.id })}
          scroll={false}
          aria-current={mail.id === open?.id ? 'page' : undefined}
        >
          <chakra.span fontWeight="semibold" fontSize="0.875rem">
            {mail.subject}
          </chakra.span>
          <chakra.span color="muted" fontSize="sm">
            {mail.to}
          </chakra.span>
          <chakra.span color="faint" fontSize="xs">
            <DateText at={mail.at} hour />
          </chakra.span>
        </Row>
      ))}
    </Surface>
  )
}

const Message = ({ to, open, isMissing }: MailScreenProps) => {
  const words = useSandboxWords()
  const [isText, setIsText] = useState(false)
  if (!open) {
    return (
      <Surface p={6} color="muted" display={{ base: isMissing ? 'block' : 'none', lg: 'block' }}>
        {isMissing ? words.notFound : words.choose}
      </Surface>
    )
  }
  return (
    <Surface as="article" p={{ base: 4, md: 6 }} display="grid" gap={5} data-testid="mail">
      <chakra.div display={{ lg: 'none' }}>
        <Link href={address({ to })}>{words.back}</Link>
      </chakra.div>
      <chakra.h2 fontSize="lg" overflowWrap="anywhere">
        {open.subject}
      </chakra.h2>
      <Facts
        items={[
          { label: words.to, value: open.to },
          { label: words.from, value: open.fromName ? `${open.fromName} <${open.from}>` : open.from },
          { label: words.at, value: <DateText at={open.at} hour /> },
        ]}
      />
      {open.html !== '' && (
        <chakra.div display="flex" gap={2}>
          {([false, true] as const).map((asText) => (
            <Button
              key={String(asText)}
              look={isText === asText ? 'plain' : 'quiet'}
              size="s"
              aria-pressed={isText === asText}
              onClick={() => setIsText(asText)}
            >
              {asText ? words.asText : words.asMail}
            </Button>
          ))}
        </chakra.div>
      )}
      <chakra.hr borderColor="border" />
      {isText || open.html === '' ? <Text text={open.text} /> : <Face key={open.id} {...open} />}
    </Surface>
  )
}

const Screen = (props: MailScreenProps) => {
  const words = useSandboxWords()
  return (
    <chakra.main id="main" maxW="page" mx="auto" px={4} py={{ base: 6, md: 10 }} display="grid" gap={5}>
      <PageTitle title={words.title} />
      <chakra.div>
        <chakra.p mb={1} fontSize="0.875rem" color="accentText">
          <Link href={routes.home()}>{words.toPortal}</Link>
        </chakra.p>
        <chakra.h1 fontSize="2xl">{words.title}</chakra.h1>
        <chakra.p color="muted" fontSize="0.875rem">
          {words.lead}
        </chakra.p>
      </chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' }}
        gap={5}
        alignItems="start"
      >
        <chakra.div display={{ base: props.open ? 'none' : 'block', lg: 'block' }}>
          <List {...props} />
        </chakra.div>
        <Message {...props} />
      </chakra.div>
    </chakra.main>
  )
}

export const MailScreen = (props: MailScreenProps) => (
  <SandboxWords>
    <Screen {...props} />
  </SandboxWords>
)
