import builtins
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from email.message import Message
from typing import Any, TypedDict
from typing_extensions import Unpack

from .contract import (
    Change,
    Changes,
    EventName,
    ImplementSummary,
    InputError,
    ListingChange,
    ListingChanges,
    ListingParameters,
    ListingSearchOut,
    ListingSummary,
    Machine,
    MachineClass,
    MachineSearchOut,
    MachineSummary,
    MarketListing,
    MarketValues,
    PriceUpdatedEvent,
    SearchParameters,
    ValueParameters,
    VariantPublishedEvent,
    VariantUpdatedEvent,
    VariantWithdrawnEvent,
    Webhook,
    WebhookCreated,
    WebhookDeleted,
    WebhookDeliveries,
    WebhookPing,
    WebhookPingEvent,
    WebhookRedelivered,
    WebhookSecret,
    WebhookStatus,
)

__version__: str
__all__ = [
    "AsyncYantraClient",
    "YantraClient",
    "YantraError",
    "YantraProblem",
    "answer_of",
    "proof_of",
    "unwrap_webhook",
    "verify_signed",
]

class YantraError(Exception):
    status: int | None
    headers: Message | None
    retry_after: float | None
    request_id: str | None
    def __init__(
        self, message: str, status: int | None = None, headers: Message | None = None, request_id: str | None = None
    ) -> None: ...

class YantraProblem(YantraError):
    status: int
    code: str
    title: str
    detail: str
    errors: list[InputError]
    def __init__(self, problem: Mapping[str, Any], headers: Message | None = None) -> None: ...

class Answer:
    status: int
    headers: Message
    request_id: str | None
    def __init__(self, status: int, headers: Message) -> None: ...

class Proof(TypedDict):
    url: str
    status: int
    headers: dict[str, str]
    body: str
    keys: list[dict[str, Any]]

def answer_of(result: object) -> Answer | None: ...
def proof_of(result: object) -> Proof | None: ...
def verify_signed(
    answer: Any,
    keys: Mapping[str, Any],
    url: str | None = None,
    nonce: str | None = None,
    max_age: float | None = None,
) -> Proof: ...

class YantraClient:
    signed: YantraClient
    webhooks: _Webhooks
    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        timeout: float = 10,
        retries: int = 2,
        max_retry_after: float = 20,
        cache: bool = False,
    ) -> None: ...
    def search(self, **parameters: Unpack[SearchParameters]) -> Iterator[MachineSummary]: ...
    def search_page(self, **parameters: Unpack[SearchParameters]) -> MachineSearchOut: ...
    def listings(self, **parameters: Unpack[ListingParameters]) -> Iterator[ListingSummary]: ...
    def listings_page(self, **parameters: Unpack[ListingParameters]) -> ListingSearchOut: ...
    def values(self, **parameters: Unpack[ValueParameters]) -> MarketValues: ...
    def changes(
        self, since: str = "", limit: int = 1000, include: str = "", follow: float | None = None
    ) -> Iterator[Change]: ...
    def changes_part(self, since: str = "", limit: int = 1000, include: str = "") -> Changes: ...
    def listing_changes(
        self, since: str = "", limit: int = 1000, follow: float | None = None
    ) -> Iterator[ListingChange]: ...
    def listing_changes_part(self, since: str = "", limit: int = 1000) -> ListingChanges: ...
    def machine(self, slug: str, as_of: str | None = None) -> Machine: ...
    def implements(self, slug: str) -> list[ImplementSummary]: ...
    def listing(self, listing_id: int) -> MarketListing: ...
    def classes(self) -> list[MachineClass]: ...

class _Webhooks:
    def create(self, url: str, events: Iterable[EventName], idempotency_key: str | None = None) -> WebhookCreated: ...
    def list(self) -> builtins.list[Webhook]: ...
    def delete(self, webhook_id: str) -> WebhookDeleted: ...
    def get(self, webhook_id: str) -> WebhookStatus: ...
    def deliveries(self, webhook_id: str, limit: int = 20, offset: int = 0) -> WebhookDeliveries: ...
    def ping(self, webhook_id: str) -> WebhookPing: ...
    def rotate_secret(self, webhook_id: str) -> WebhookSecret: ...
    def redeliver(self, webhook_id: str, since: str) -> WebhookRedelivered: ...

class AsyncYantraClient:
    signed: AsyncYantraClient
    webhooks: _AsyncWebhooks
    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        timeout: float = 10,
        retries: int = 2,
        max_retry_after: float = 20,
        cache: bool = False,
    ) -> None: ...
    def search(self, **parameters: Unpack[SearchParameters]) -> AsyncIterator[MachineSummary]: ...
    async def search_page(self, **parameters: Unpack[SearchParameters]) -> MachineSearchOut: ...
    def listings(self, **parameters: Unpack[ListingParameters]) -> AsyncIterator[ListingSummary]: ...
    async def listings_page(self, **parameters: Unpack[ListingParameters]) -> ListingSearchOut: ...
    async def values(self, **parameters: Unpack[ValueParameters]) -> MarketValues: ...
    def changes(
        self, since: str = "", limit: int = 1000, include: str = "", follow: float | None = None
    ) -> AsyncIterator[Change]: ...
    async def changes_part(self, since: str = "", limit: int = 1000, include: str = "") -> Changes: ...
    def listing_changes(
        self, since: str = "", limit: int = 1000, follow: float | None = None
    ) -> AsyncIterator[ListingChange]: ...
    async def listing_changes_part(self, since: str = "", limit: int = 1000) -> ListingChanges: ...
    async def machine(self, slug: str, as_of: str | None = None) -> Machine: ...
    async def implements(self, slug: str) -> list[ImplementSummary]: ...
    async def listing(self, listing_id: int) -> MarketListing: ...
    async def classes(self) -> list[MachineClass]: ...

class _AsyncWebhooks:
    async def create(
        self, url: str, events: Iterable[EventName], idempotency_key: str | None = None
    ) -> WebhookCreated: ...
    async def list(self) -> builtins.list[Webhook]: ...
    async def delete(self, webhook_id: str) -> WebhookDeleted: ...
    async def get(self, webhook_id: str) -> WebhookStatus: ...
    async def deliveries(self, webhook_id: str, limit: int = 20, offset: int = 0) -> WebhookDeliveries: ...
    async def ping(self, webhook_id: str) -> WebhookPing: ...
    async def rotate_secret(self, webhook_id: str) -> WebhookSecret: ...
    async def redeliver(self, webhook_id: str, since: str) -> WebhookRedelivered: ...

def unwrap_webhook(
    body: str | bytes, headers: Mapping[str, str], secret: str
) -> VariantPublishedEvent | VariantUpdatedEvent | PriceUpdatedEvent | VariantWithdrawnEvent | WebhookPingEvent: ...
