/** One row: which process keeps the search index of this database current. */
interface SearchSyncTable {
  id: number
  /** Random; tells an index of this database from others. */
  database_id: string
  /** The process that has the turn, until that moment. */
  holder: string | null
  held_until: number
  /**
   * The newest revision ever sent to an index; an index that claims more was made from a later state of the database.
   */
  sent_revision: number
}

export interface SearchTables {
  search_sync: SearchSyncTable
}
