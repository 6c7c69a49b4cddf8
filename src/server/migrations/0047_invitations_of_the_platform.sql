-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
DROP INDEX CONCURRENTLY "tenant_members_invitation";