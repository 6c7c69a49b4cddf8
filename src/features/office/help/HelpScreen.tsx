import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { HelpLinks } from '#club/legal/LegalScreen.tsx'
import { Surface } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'
import { PlainPage } from '#ui/page/PlainPage.tsx'
import { articlePath, articles, type Slug } from './articles'
import { findArticles, type Texts } from './find'
import { HelpWords, useHelpWords } from './words'

/** The articles of the help, and a search over both languages. */
export const HelpScreen = () => (
  <HelpWords>
    <Articles />
  </HelpWords>
)

const Articles = () => {
  const words = useHelpWords()
  const [q, setQ] = useState('')
  const texts = useTexts(q.trim() !== '')
  const found = findArticles(q, texts)
  return (
    <PlainPage title={words.title} lead={words.lead} home={routes.home()}>
      <chakra.search display="block" mb={5}>
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </chakra.search>
      <chakra.div role="status" color="muted">
        {found.length === 0 && words.nothing}
      </chakra.div>
      {found.length > 0 && <ArticleList label={words.list} slugs={found} />}
      <HelpLinks />
    </PlainPage>
  )
}

/** What the articles say, once somebody searches; until it is there, and where it does not come, their names are searched alone. */
const useTexts = (isAsked: boolean) => {
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    if (isAsked) import('./texts').then((loaded) => setTexts(loaded.texts)).catch(() => {})
  }, [isAsked])
  return texts
}

const ArticleLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    px: { base: 4, md: 6 },
    py: 3.5,
    _hover: { bg: 'hover' },
  },
})

export const ArticleList = ({ label, slugs }: { label: string; slugs: readonly Slug[] }) => {
  const locale = useLocale()
  return (
    <Surface as="div" overflow="hidden">
      <chakra.ul aria-label={label}>
        {slugs.map((slug, n) => (
          <chakra.li key={slug} borderTopWidth={n === 0 ? '0' : '1px'} borderColor="border">
            <ArticleLink href={articlePath(slug)}>
              <chakra.span minW={0} flex="1">
                <chakra.span display="block" fontWeight="semibold" color="accentText">
                  {articles[slug][locale].title}
                </chakra.span>
                <chakra.span display="block" fontSize="sm" color="muted">
                  {articles[slug][locale].lead}
                </chakra.span>
              </chakra.span>
              <chakra.span color="faint" flexShrink={0} display="grid">
                <ChevronRightIcon size={16} />
              </chakra.span>
            </ArticleLink>
          </chakra.li>
        ))}
      </chakra.ul>
    </Surface>
  )
}
