import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { isFixed, type NoticeKind, type NoticeWay, noticeWays } from '#club/push/notice.ts'
import { useAttempt } from '#ui/useAttempt.ts'
import { memberNews } from './contract'
import { useMailNewsWords } from './words'

type Brand = { tenantId: string; brandId: string; name: string }
type Notice = { kind: NoticeKind; byMail: boolean; byPush: boolean }

const Table = chakra('table', {
  base: { w: '100%', fontSize: '0.875rem', borderCollapse: 'collapse', tableLayout: 'fixed' },
})
const Head = chakra('th', {
  base: { fontWeight: 'semibold', fontSize: 'sm', color: 'muted', textAlign: 'start', py: 1.5 },
})
const Row = chakra('tr', { base: { borderTopWidth: '1px', borderColor: 'border' } })
/** As large as a finger. */
const Cell = chakra('label', {
  base: { display: 'grid', placeItems: 'center', w: '60px', h: '44px', mx: 'auto', cursor: 'pointer' },
})
const Tick = chakra('input', { base: { w: '18px', h: '18px', accentColor: 'var(--brand)', cursor: 'inherit' } })

/** What a club tells the fan of, by mail and as a message; saved at once. */
export const NoticeChoices = ({ brand, notices }: { brand: Brand; notices: readonly Notice[] }) => {
  const { choices: words } = useMailNewsWords()
  return (
    <chakra.details>
      <chakra.summary
        fontSize="0.875rem"
        color="muted"
        minH="44px"
        lineHeight="44px"
        cursor="pointer"
        pl={{ base: 0, md: '52px' }}
      >
        {words.open}
      </chakra.summary>
      <chakra.div pl={{ base: 0, md: '52px' }} pb={3}>
        <Table aria-label={words.of(brand.name)}>
          <thead>
            <tr>
              <Head scope="col">{words.kind}</Head>
              {noticeWays.map((way) => (
                <Head key={way} scope="col" w="60px" textAlign="center">
                  {words.ways[way]}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {notices.map((notice) => (
              <Row key={notice.kind}>
                <chakra.th
                  scope="row"
                  textAlign="start"
                  fontWeight="normal"
                  py={2}
                  lineHeight="1.5"
                  wordBreak="keep-all"
                  overflowWrap="anywhere"
                >
                  {words.kinds[notice.kind]}
                  {isFixed(notice.kind, 'mail') && (
                    <chakra.span display="block" color="muted" fontSize="sm">
                      {words.always}
                    </chakra.span>
                  )}
                </chakra.th>
                {noticeWays.map((way) => (
                  <td key={way}>
                    <Choice
                      brand={brand}
                      kind={notice.kind}
                      way={way}
                      isOn={way === 'mail' ? notice.byMail : notice.byPush}
                    />
                  </td>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </chakra.div>
    </chakra.details>
  )
}

type ChoiceProps = { brand: Brand; kind: NoticeKind; way: NoticeWay; isOn: boolean }
const Choice = ({ brand: { tenantId, brandId, name }, kind, way, isOn }: ChoiceProps) => {
  const { choices: words, refusals } = useMailNewsWords()
  const attempt = useAttempt(refusals)
  const set = useWrite(memberNews.setNotice, { refresh: [memberNews.getMailSettings] })
  /** The pressed value, until the response has arrived. */
  const [pressed, setPressed] = useState<boolean | null>(null)
  const change = async (wanted: boolean) => {
    setPressed(wanted)
    await attempt(() => set.mutateAsync({ tenantId, brandId, kind, way, isOn: wanted }))
    setPressed(null)
  }
  const fixed = isFixed(kind, way)
  return (
    <Cell cursor={fixed ? 'not-allowed' : undefined}>
      <Tick
        type="checkbox"
        aria-label={words.one(name, words.kinds[kind], words.ways[way])}
        checked={pressed ?? isOn}
        disabled={fixed}
        aria-busy={set.isPending || undefined}
        onChange={(event) => {
          if (!set.isPending) void change(event.currentTarget.checked)
        }}
      />
    </Cell>
  )
}
