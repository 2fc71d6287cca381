/** One row: who keeps the search index of this database current. */
interface SearchSyncTable {
  id: number
  /** Random; tells an index made from this database from any other. */
  database_id: string
  /** The process whose turn it is, until that moment. */
  holder: string | null
  held_until: number
  /** The newest revision an index was ever sent; one that claims more was made from a later state of the database. */
  sent_revision: number
}

export interface SearchTables {
  search_sync: SearchSyncTable
}
