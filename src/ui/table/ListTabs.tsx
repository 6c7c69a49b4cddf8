import { Tabs } from '../page/Tabs'
import { useHrefWith } from './Pager'

type ListTabsProps<Name extends string> = {
  label: string
  /** Query parameter of the selected tab; without it the first tab is selected, unless `usual` names another. */
  query: string
  names: readonly Name[]
  chosen: Name
  usual?: Name | undefined
  labels: Readonly<Record<Name, string>>
  counts?: Readonly<Record<Name, number>> | undefined
}

/** The tabs over a list. Another one begins at its first page; search, filters and order stay. */
export const ListTabs = <Name extends string>({
  label,
  query,
  names,
  chosen,
  usual,
  labels,
  counts,
}: ListTabsProps<Name>) => {
  const hrefWith = useHrefWith()
  return (
    <Tabs
      label={label}
      items={names.map((name) => ({
        label: labels[name],
        href: hrefWith({ [query]: name === (usual ?? names[0]) ? null : name, page: null }),
        current: name === chosen,
        ...(counts && { count: counts[name] }),
      }))}
    />
  )
}
