"""Client for the Yantra API: tractors, farm and construction machines, and used listings in India.

One module, the standard library alone, Python 3.9 or newer. Results are dicts and lists with the names of the API;
installed as a package it has types for them.

    client = YantraClient("http://localhost:8080", key="ytr_...")
    for machine in client.search(q="50 hp tractor under 8 lakh"):
        print(machine["name"], machine["price_from_inr"])
"""

from __future__ import annotations

import base64
import binascii
import collections
import contextlib
import email.utils
import gzip
import hashlib
import hmac
import http.client
import json
import math
import random
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from email.message import Message
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from typing_extensions import Unpack

    from . import contract

    _Point = tuple[int, int, int, int]

__version__ = "2.0.0"
__all__ = [
    "YantraClient",
    "YantraError",
    "YantraProblem",
    "answer_of",
    "proof_of",
    "unwrap_webhook",
    "verify_signed",
]

_Answered = collections.namedtuple("_Answered", "url status headers content")

_DIRECTORY = "/.well-known/http-message-signatures-directory"
_FIRST_WAIT = 0.25
_MAX_DOUBLINGS = 5
_LARGEST_PAGE = 100
_KEPT_ANSWERS = 200
_TOLERANCE = 300


class Proof(TypedDict):
    """A signed answer with what it takes to check it, also years later: plain JSON, to be kept as one file."""

    url: str
    status: int
    headers: dict[str, str]
    body: str
    keys: list[dict[str, Any]]


class YantraError(Exception):
    """Anything that went wrong. `status` and `headers` are there when a server answered.

    `retry_after` is how long the service asks to wait before the next attempt, in seconds.
    """

    proof: Proof | None = None

    def __init__(
        self, message: str, status: int | None = None, headers: Message | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers
        self.retry_after = _read_retry_after(headers.get("retry-after")) if headers else None
        self.request_id = request_id or (headers.get("x-request-id") if headers else None)


class YantraProblem(YantraError):
    """The service said what is wrong."""

    status: int
    errors: list[contract.InputError]

    def __init__(self, problem: Mapping[str, Any], headers: Message | None = None) -> None:
        reason = "; ".join(map(_describe, problem.get("errors", []))) or problem["detail"]
        super().__init__(f"{problem['title']}: {reason}", problem["status"], headers, problem.get("request_id"))
        self.code: str = problem["code"]
        self.title: str = problem["title"]
        self.detail: str = problem["detail"]
        self.errors = problem.get("errors", [])


class Answer:
    """Status and headers that a result came with: `ETag`, `RateLimit`, `X-Query-Read` and others."""

    def __init__(self, status: int, headers: Message) -> None:
        self.status = status
        self.headers = headers
        self.request_id: str | None = headers.get("x-request-id")


class _Object(dict[str, Any]):
    answer: Answer
    proof: Proof | None


class _List(list[Any]):
    answer: Answer
    proof: Proof | None


def answer_of(result: object) -> Answer | None:
    """The answer that a result of a client came with; None for anything else."""
    return getattr(result, "answer", None)


def proof_of(result: object) -> Proof | None:
    """What a result of `client.signed`, or a problem that it raised, can be proven with; None for anything else."""
    return getattr(result, "proof", None)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


class YantraClient:
    """Reads the catalogue and the market; with an enterprise key, keeps webhook subscriptions.

    `timeout` bounds each attempt in seconds, its body included. `retries` are further attempts after 429, 502, 503,
    504, and after a read that was cut or not answered. A `Retry-After` above `max_retry_after` seconds is not waited
    for: the problem says how long. With `cache` the newest 200 answers are kept and asked for by their ETags; a 304 does
    not count against a key's limit.
    """

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        timeout: float = 10,
        retries: int = 2,
        max_retry_after: float = 20,
        cache: bool = False,
    ) -> None:
        self._signs = False
        self._directory: Any = None
        if not base_url.startswith(("https://", "http://")):
            raise YantraError("base_url must begin with https:// or http://")
        self._base = base_url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._max_retry_after = max_retry_after
        self._cache = cache
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._kept: collections.OrderedDict[str, tuple[str, bytes]] = collections.OrderedDict()
        self._lock = threading.Lock()
        self.webhooks = _Webhooks(self)

    @property
    def signed(self) -> YantraClient:
        """The same client, whose every read is asked to be signed and is checked before you get it.

        `proof_of(result)` is the proof to keep.
        """
        other = YantraClient(self._base, self._key, self._timeout, self._retries, self._max_retry_after)
        other._signs = True
        return other

    def search(self, **parameters: Unpack[contract.SearchParameters]) -> Iterator[contract.MachineSummary]:
        """Iterates over every hit of every page; `limit` is the size of a page."""
        return _every_hit(self.search_page, parameters)

    def search_page(self, **parameters: Unpack[contract.SearchParameters]) -> contract.MachineSearchOut:
        """One page, with total and facets."""
        return self._send("GET", "/v1/tractors" + _to_query(parameters))

    def changes(
        self, since: str = "", limit: int = 1000, include: str = "", follow: float | None = None
    ) -> Iterator[contract.Change]:
        """Iterates over every machine that changed since a cursor, once; without one over the whole catalogue.

        For a copy, `published` and `updated` are one upsert by `id`, `withdrawn` a delete. Keep `cursor` with each change
        that you have taken over: the next loop goes on there. With `follow` it asks again after so many seconds, for ever,
        through interruptions.
        """
        return self._feed("/v1/changes", {"limit": limit, "include": include}, since, follow)

    def changes_part(self, since: str = "", limit: int = 1000, include: str = "") -> contract.Changes:
        """One part of the feed of changes, with the cursor to go on with and the head of the history."""
        return self._send("GET", "/v1/changes" + _to_query({"since": since, "limit": limit, "include": include}))

    def listing_changes(
        self, since: str = "", limit: int = 1000, follow: float | None = None
    ) -> Iterator[contract.ListingChange]:
        """Iterates over every used listing that changed since a cursor, once, as `changes` over machines."""
        return self._feed("/v1/market/changes", {"limit": limit}, since, follow)

    def listing_changes_part(self, since: str = "", limit: int = 1000) -> contract.ListingChanges:
        """One part of the feed of used listings."""
        return self._send("GET", "/v1/market/changes" + _to_query({"since": since, "limit": limit}))

    def machine(self, slug: str, as_of: str | None = None) -> contract.Machine:
        """The full sheet; `as_of` gives it as it was on a day or at a moment."""
        return self._send("GET", f"/v1/tractors/{_segment(slug)}" + _to_query({"as_of": as_of}))

    def implements(self, slug: str) -> list[contract.ImplementSummary]:
        """The implements that fit a machine."""
        return self._send("GET", f"/v1/tractors/{_segment(slug)}/implements")

    def suggest(self, q: str, limit: int | None = None) -> contract.SuggestOut:
        """What a search box offers while someone types: each text finds its record first."""
        return self._send("GET", "/v1/suggest" + _to_query({"q": q, "limit": limit}))

    def listing(self, listing_id: int, as_of: str | None = None) -> contract.MarketListing:
        """One used listing; `as_of` gives it as it was on a day or at a time."""
        return self._send("GET", f"/v1/market/listings/{_segment(listing_id)}" + _to_query({"as_of": as_of}))

    def listings(self, **parameters: Unpack[contract.ListingParameters]) -> Iterator[contract.ListingSummary]:
        """Iterates over every used listing of every page; `limit` is the size of a page."""
        return _every_hit(self.listings_page, parameters)

    def listings_page(self, **parameters: Unpack[contract.ListingParameters]) -> contract.ListingSearchOut:
        """One page of used listings, with total and facets."""
        return self._send("GET", "/v1/market/listings" + _to_query(parameters))

    def values(self, **parameters: Unpack[contract.ValueParameters]) -> contract.MarketValues:
        """What comparable used machines are asked and sold for."""
        return self._send("GET", "/v1/market/values" + _to_query(parameters))

    def classes(self) -> list[contract.MachineClass]:
        """The machine classes, with labels in three languages."""
        return self._send("GET", "/v1/machines/classes")

    def _feed(self, path: str, query: dict[str, Any], since: str, follow: float | None) -> Iterator[Any]:
        retries: float | None = None
        while True:
            part = self._send("GET", path + _to_query({"since": since, **query}), retries=retries)
            yield from part["changes"]
            since = part["next"]
            # A server that answered once will come back; the first request still fails fast on a wrong address.
            retries = retries if follow is None else math.inf
            if part["more"]:
                continue
            if follow is None:
                return
            time.sleep(follow)

    def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        idempotency_key: str | None = None,
        retries: float | None = None,
    ) -> Any:
        retries = self._retries if retries is None else retries
        retry = 0
        while True:
            try:
                status, headers, data, proof = self._attempt(method, path, body, idempotency_key)
            except (OSError, http.client.HTTPException) as cause:
                reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
                is_timeout = isinstance(reason, TimeoutError)
                detail = f"no response within {self._timeout} s" if is_timeout else f"connection failed: {reason}"
                failure = YantraError(f"{method} {self._base}{path}: {detail}")
                failure.__cause__ = cause
                # What became of a write that was cut nobody knows, so it is sent again only under its key.
                wait = _backoff(retry) if method == "GET" or idempotency_key else None
            else:
                if 200 <= status < 300:
                    return _to_result(status, headers, data, proof)
                failure = _to_error(status, headers, data)
                failure.proof = proof
                wait = self._wait_after(failure, method, retry)
            if wait is None or retry >= retries:
                raise failure
            time.sleep(wait)
            retry += 1

    def _attempt(
        self, method: str, path: str, body: object, idempotency_key: str | None
    ) -> tuple[int, Message, bytes, Proof | None]:
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip"}
        headers["User-Agent"] = f"yantra-client-python/{__version__}"
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        with self._lock:
            known = self._kept.get(path) if method == "GET" else None
        if known:
            headers["If-None-Match"] = known[0]
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        nonce = secrets.token_urlsafe(16) if self._signs and method == "GET" and path != _DIRECTORY else None
        if nonce:
            headers["Accept-Signature"] = f'yantra=("@status");created;nonce="{nonce}"'
            headers["Accept-Encoding"] = "identity"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self._base + path, data, headers, method=method)
        ends = time.monotonic() + self._timeout
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                text = _read_until(response, ends)
                if self._cache and method == "GET" and response.status == 200:
                    self._keep(path, response.headers.get("etag"), text)
                proof = self._prove(response.status, response.headers, text, path, nonce) if nonce else None
                return response.status, response.headers, text, proof
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304 and known:
                    return 200, error.headers, known[1], None
                text = _read_until(error, ends)
                proof = None
                # A gateway's own error is nobody's answer; it stays an error.
                if nonce and error.headers.get("signature"):
                    with contextlib.suppress(YantraError):
                        proof = self._prove(error.code, error.headers, text, path, nonce)
                return error.code, error.headers, text, proof

    def _prove(self, status: int, headers: Message, text: bytes, path: str, nonce: str) -> Proof:
        answer = _Answered(self._base + path, status, headers, text)
        for keys in (self._directory, None):
            if keys is None:
                # The key may be newer than the directory.
                keys = self._directory = self._send("GET", _DIRECTORY)
            try:
                return verify_signed(answer, keys, nonce=nonce)
            except YantraError as error:
                failure = error
        raise failure

    def _keep(self, path: str, etag: str | None, text: bytes) -> None:
        with self._lock:
            self._kept.pop(path, None)
            if etag is None:
                return
            self._kept[path] = (etag, text)
            while len(self._kept) > _KEPT_ANSWERS:
                self._kept.popitem(last=False)

    def _wait_after(self, failure: YantraError, method: str, retry: int) -> float | None:
        # A gateway that got no answer may have passed the request on all the same.
        if failure.status not in (429, 503) and not (method == "GET" and failure.status in (502, 504)):
            return None
        if failure.retry_after is None:
            return _backoff(retry)
        return failure.retry_after if failure.retry_after <= self._max_retry_after else None


class _Webhooks:
    def __init__(self, client: YantraClient) -> None:
        self._client = client

    def create(
        self, url: str, events: Iterable[contract.EventName], idempotency_key: str | None = None
    ) -> contract.WebhookCreated:
        """The secret is in this answer and in no other."""
        body = {"url": url, "events": [*events]}
        return self._client._send("POST", "/v1/webhooks", body, idempotency_key)

    def list(self) -> builtins.list[contract.Webhook]:
        return self._client._send("GET", "/v1/webhooks")

    def delete(self, webhook_id: str) -> contract.WebhookDeleted:
        return self._client._send("DELETE", f"/v1/webhooks/{_segment(webhook_id)}")

    def get(self, webhook_id: str) -> contract.WebhookStatus:
        """Its status and last outcomes."""
        return self._client._send("GET", f"/v1/webhooks/{_segment(webhook_id)}")

    def deliveries(self, webhook_id: str, limit: int = 20, offset: int = 0) -> contract.WebhookDeliveries:
        """Those of the last 7 days, newest first."""
        path = f"/v1/webhooks/{_segment(webhook_id)}/deliveries?limit={int(limit)}&offset={int(offset)}"
        return self._client._send("GET", path)

    def ping(self, webhook_id: str) -> contract.WebhookPing:
        """Sends a signed test event now."""
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/ping")

    def rotate_secret(self, webhook_id: str) -> contract.WebhookSecret:
        """The new secret is in this answer and in no other. Both sign for 24 hours."""
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/rotate-secret")

    def redeliver(self, webhook_id: str, since: str) -> contract.WebhookRedelivered:
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/redeliver", {"since": since})


def unwrap_webhook(body: str | bytes, headers: Mapping[str, str] | Message, secret: str) -> contract.WebhookEvent:
    """Checks the Standard Webhooks signature of a delivery and gives its event.

    `body` is the raw body as it came. Raises YantraError for anything that is not signed with the secret, or not within
    five minutes.
    """
    raw = body.encode() if isinstance(body, str) else bytes(body)
    found = {str(name).lower(): value for name, value in dict(headers).items()}
    try:
        message_id, timestamp, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise YantraError(f"the header {missing.args[0]} is missing") from None
    if not (timestamp.isascii() and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= _TOLERANCE):
        raise YantraError("the delivery is not of the last five minutes")
    try:
        if not secret.startswith("whsec_"):
            raise ValueError
        key = base64.b64decode(secret[len("whsec_"):], validate=True)
    except (ValueError, binascii.Error):
        raise YantraError("the secret must begin with whsec_") from None
    signed = f"{message_id}.{timestamp}.".encode() + raw
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    for one in signatures.split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), expected):
            return json.loads(raw)
    raise YantraError("the signature does not match: another secret, or the body was changed")


_COMPONENTS = '("@status" "content-digest" "content-type" "@method";req "@authority";req "@path";req "@query";req)'
_FIELDS = ("content-type", "content-digest", "signature-input", "signature")
_INPUT = re.compile(r'''([a-z*][\w.*-]*)=(\([^()]*\))((?:;[a-z*][\w.*-]*=(?:[0-9]+|"[ !#-\[\]-~]*"))*)''', re.ASCII)
_PARAMETER = re.compile(r''';([a-z*][\w.*-]*)=(?:([0-9]+)|"([^"]*)")''', re.ASCII)
_PORTS = {"http": ":80", "https": ":443"}


def verify_signed(
    answer: Any,
    keys: Mapping[str, Any],
    url: str | None = None,
    nonce: str | None = None,
    max_age: float | None = None,
) -> Proof:
    """Checks a signed answer: its body, its status, what was asked, its age, and that a key of `keys` signed it in time.

    `answer` is a response of urllib, requests or httpx, or a proof; `keys` is what the service's directory answers.
    Gives the proof: a dict to keep as one JSON file, which this checks again whenever it is asked. Raises YantraError
    with what is wrong. A response may be five minutes old, a proof of any age, unless `max_age` tells otherwise.
    """
    proof: Any
    try:
        if isinstance(answer, dict):
            proof = {**answer, "keys": keys["keys"]}
        else:
            proof = _to_proof(answer, keys["keys"], url)
            max_age = _TOLERANCE if max_age is None else max_age
        _check(proof, nonce, max_age)
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        raise YantraError("not proven: this is no signed answer") from cause
    return proof


def _to_proof(answer: Any, keys: list[dict[str, Any]], url: str | None) -> Proof:
    status = getattr(answer, "status_code", None) or answer.status
    body = answer.content if hasattr(answer, "content") else answer.read()
    headers = {name: answer.headers.get(name) or "" for name in _FIELDS}
    url = str(url or answer.url)
    return {"url": url, "status": status, "headers": headers, "body": body.decode(), "keys": keys}


def _check(proof: Proof, nonce: str | None, max_age: float | None) -> None:
    def insist(is_so: object, otherwise: str) -> None:
        if not is_so:
            raise YantraError(f"not proven: {otherwise}", proof["status"])

    headers = proof["headers"]
    for name in _FIELDS:
        insist(headers.get(name), f"the header {name} is missing")
    parts = _INPUT.fullmatch(headers["signature-input"])
    label, components, parameters = parts.groups() if parts else ("", "", "")
    found = [(name, number or text) for name, number, text in _PARAMETER.findall(parameters)]
    given = dict(found)
    insist(components == _COMPONENTS and len(given) == len(found), "the signature is of something else")
    digest = base64.b64encode(hashlib.sha256(proof["body"].encode()).digest()).decode()
    is_whole = headers["content-digest"] == f"sha-256=:{digest}:"
    insist(is_whole, "the body is not the one that was signed, or came compressed")
    insist(nonce is None or given.get("nonce") == nonce, "the nonce is not the one that was sent")
    created, now = int(given.get("created", "-1")), time.time()
    in_time = 0 <= created <= now + _TOLERANCE and (max_age is None or created >= now - max_age)
    insist(in_time, "the signature is too old, or of a time to come")
    is_open = int(given.get("expires", "99999999999")) >= (created if max_age is None else now)
    insist(is_open, "the signature has expired")
    key: Any = next((key for key in proof["keys"] if key["kid"] == given.get("keyid")), None)
    insist(key is not None, "the key is not known")
    insist(key.get("nbf", 0) <= created <= key.get("exp", created), "the key was not in use then")
    asked = urllib.parse.urlsplit(proof["url"])
    usual = _PORTS.get(asked.scheme, "")
    host = asked.netloc.rpartition("@")[2].lower()
    base = "\n".join([
        f'"@status": {proof["status"]}',
        f'"content-digest": {headers["content-digest"]}',
        f'"content-type": {headers["content-type"]}',
        '"@method";req: GET',
        f'"@authority";req: {host[: -len(usual)] if usual and host.endswith(usual) else host}',
        f'"@path";req: {asked.path or "/"}',
        f'"@query";req: ?{asked.query}',
        f'"@signature-params": {components}{parameters}',
    ])
    signature = re.fullmatch(r"([^=]+)=:([A-Za-z0-9+/]{86}==):", headers["signature"])
    insist(
        signature and signature[1] == label and key["kty"] == "OKP" and key["crv"] == "Ed25519"
        and _ed25519(base64.urlsafe_b64decode(key["x"] + "="), base64.b64decode(signature[2]), base.encode()),
        "the signature is not of this answer to this question",
    )


# Ed25519 as in RFC 8032, section 6: verification alone, which knows no secret.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P


def _ed25519(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is that of the message by the public key."""
    scalar = int.from_bytes(signature[32:], "little")
    key, base = _point(public), _point(b"\x58" + b"\x66" * 31)
    if key is None or base is None or len(signature) != 64 or scalar >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _L
    x, y, z, _ = _plus(_times(scalar, base), _times(_L - challenge, key))
    x, y = x * pow(z, -1, _P) % _P, y * pow(z, -1, _P) % _P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def _point(data: bytes) -> _Point | None:
    """A point as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z; None for bytes that are none."""
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if len(data) != 32 or y >= _P or (x * x - square) % _P or (x == 0 and odd):
        return None
    x = _P - x if x & 1 != odd else x
    return x, y, 1, x * y % _P


def _plus(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    sum_ = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            sum_ = _plus(sum_, point)
        point = _plus(point, point)
        factor >>= 1
    return sum_


def _read_until(response: Any, ends: float) -> bytes:
    """The whole body, or a TimeoutError once the attempt has lasted too long."""
    chunks = []
    while True:
        if time.monotonic() >= ends:
            raise TimeoutError("the body took too long")
        chunk = response.read1(65536) if hasattr(response, "read1") else response.read()
        if not chunk:
            break
        chunks.append(chunk)
    data = b"".join(chunks)
    announced = response.headers.get("content-length")
    if announced and announced.isdigit() and len(data) < int(announced):
        raise http.client.IncompleteRead(data)
    if response.headers.get("content-encoding", "").lower() != "gzip":
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, zlib.error) as cause:
        raise http.client.IncompleteRead(data) from cause


def _every_hit(read_page: Callable[..., Any], parameters: Any) -> Iterator[Any]:
    parameters.setdefault("limit", _LARGEST_PAGE)
    offset = parameters.pop("offset", 0)
    while True:
        page = read_page(**parameters, offset=offset)
        yield from page["hits"]
        offset += len(page["hits"])
        if not page["hits"] or offset >= page["total"]:
            return


def _to_query(parameters: Mapping[str, Any]) -> str:
    """As a query string; what is empty is left out, lists are joined by commas."""
    pairs = []
    for name, value in parameters.items():
        if isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        if value is not None and value != "":
            pairs.append((name, value))
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _segment(value: object) -> str:
    text = "" if value is None else str(value)
    # An address would take `.` and `..` for directions.
    if text in ("", ".", "..", "nan"):
        raise YantraError(f'"{value}" is not a slug or id')
    return urllib.parse.quote(text, safe="")


def _to_result(status: int, headers: Message, data: bytes, proof: Proof | None) -> Any:
    try:
        result = json.loads(data)
    except ValueError as cause:
        raise YantraError("the answer is not JSON", status, headers) from cause
    result = _List(result) if isinstance(result, list) else _Object(result)
    result.answer = Answer(status, headers)
    result.proof = proof
    return result


def _to_error(status: int, headers: Message, data: bytes) -> YantraError:
    try:
        problem = json.loads(data)
        if all(name in problem for name in ("code", "status", "title", "detail")):
            return YantraProblem(problem, headers)
    except (ValueError, TypeError):
        pass
    return YantraError(f"the server answered {status}", status, headers)


def _read_retry_after(value: str | None) -> float | None:
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _backoff(retry: int) -> float:
    return _FIRST_WAIT * 2 ** min(retry, _MAX_DOUBLINGS) * (0.5 + random.random())


def _describe(error: Mapping[str, str]) -> str:
    hint = f" (did you mean {error['suggestion']}?)" if "suggestion" in error else ""
    return f"{error.get('parameter') or error.get('pointer') or 'body'}: {error['message']}{hint}"
