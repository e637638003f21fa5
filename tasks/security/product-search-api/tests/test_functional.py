"""Does the service list, filter, sort and page the products of its catalogue?"""

from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from codebench.sandbox.judge.values import exactly

NOUNS = ["hose", "lamp", "chair", "Table", "Hammer", "kettle", "rug", "Vase", "shelf", "ladder"]
ADJECTIVES = ["green", "Small", "oak", "steel", "Folding", "bright", "old", "100%", "soft_touch"]
CATEGORIES = ["garden", "kitchen", "Home & bath", "tools", "home"]
FIELDS = ("id", "name", "description", "category", "price")
KEYS = ("id", "name", "category", "price")

Product = tuple[int, str, str, str, int]
Review = tuple[int, int, int, str]


class Shop:
    """A catalogue, the service over it, and what the service should answer."""

    def __init__(self, products: list[Product], reviews: list[Review]) -> None:
        self.products = products
        self.reviews = reviews
        self.http: Any = None

    def get(self, pairs: list[tuple[str, object]]) -> Any:
        """Ask the service."""
        return self.http.get("/products" + (f"?{urlencode(pairs)}" if pairs else ""))

    def shown(self, product: Product, reviews: int) -> dict[str, Any]:
        """A product as the service shows it."""
        mine = sorted((each for each in self.reviews if each[1] == product[0]), reverse=True)
        fields = [{"id": r[0], "stars": r[2], "text": r[3]} for r in mine[:reviews]]
        return {**dict(zip(FIELDS, product, strict=True)), "reviews": fields}

    def check(self, **asked: Any) -> dict[str, Any]:
        """Ask, and compare with the catalogue. Gives the answer."""
        listed = asked.pop("ids", None)
        pairs = list(asked.items())
        if listed is not None:
            pairs += [("ids", ",".join(map(str, part))) for part in listed]
        answer = self.get(pairs)
        assert answer.status == 200, pairs
        assert answer.json() == exactly(self._expected(asked, listed)), pairs
        return answer.json()

    def _expected(self, asked: dict[str, Any], listed: Any) -> dict[str, Any]:
        found = sorted(self.products)
        if listed is not None:
            wanted = {each for part in listed for each in part}
            found = [row for row in found if row[0] in wanted]
        if "category" in asked:
            found = [row for row in found if row[3] == asked["category"]]
        for word in asked.get("q", "").lower().split(" "):
            found = [row for row in found if word in row[1].lower() or word in row[2].lower()]
        for key in reversed(asked["sort"].split(",") if "sort" in asked else []):
            column = FIELDS.index(key.removeprefix("-"))
            found.sort(key=lambda row: row[column], reverse=key.startswith("-"))
        size, page = asked.get("page_size", 20), asked.get("page", 1)
        products = [
            self.shown(row, asked.get("reviews", 0))
            for row in found[(page - 1) * size : page * size]
        ]
        return {"products": products, "total": len(found), "page": page, "page_size": size}


def random_products(rng: Random, count: int) -> list[Product]:
    """Products with ids far apart, in any order, and many that agree in some columns."""
    return [
        (
            number,
            f"{rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}",
            f"{rng.choice(ADJECTIVES)}, {rng.randint(1, 30)} cm, {rng.choice(NOUNS)}",
            rng.choice(CATEGORIES),
            rng.choice([995, 1995, rng.randint(100, 20000)]),
        )
        for number in rng.sample(range(1, 20 * count), count)
    ]


@pytest.fixture
def stock(candidate: Any, rng: Random, request: Any) -> Any:
    """Fills the catalogue and starts the service."""

    def start(products: list[Product], reviews: list[Review] | None = None) -> Shop:
        shop = Shop(products, reviews or [])
        candidate.fill(products, shop.reviews)
        shop.http = request.getfixturevalue("http")
        return shop

    return start


def test_without_parameters(stock: Any, candidate: Any, rng: Random) -> None:
    """The plain list, while the catalogue changes"""
    shop = stock(random_products(rng, rng.randint(30, 39)))
    shop.check()
    shop.check(sorting="price", limit=3, Q="lamp")
    assert shop.http.get("/products?colour=green").json()["page_size"] == exactly(20)
    for _ in range(3):
        chosen = rng.choice(shop.products)
        candidate.change("DELETE FROM products WHERE id = ?", (chosen[0],))
        shop.products.remove(chosen)
        shop.check()
        changed = (*chosen[:1], f"New {rng.choice(NOUNS)}", *chosen[2:])
        candidate.change("INSERT INTO products VALUES (?, ?, ?, ?, ?)", changed)
        shop.products.append(changed)
        shop.check(q="new", page_size=100)
        shop.check()


def test_mixed_requests(stock: Any, rng: Random) -> None:
    """Filters, order and pages in all combinations"""
    products = random_products(rng, 150)
    reviews = [(n, rng.choice(products)[0], rng.randint(1, 5), f"text {n}") for n in range(1, 400)]
    rng.shuffle(reviews)
    shop = stock(products, reviews)
    for _ in range(40):
        size = rng.randint(1, 100)
        asked = {
            "q": " ".join(rng.sample(["e", "l", "OAK", "a", "", "m, ", "t", "1"], 2)),
            "category": rng.choice(CATEGORIES),
            "sort": ",".join(rng.choice(["", "-"]) + key for key in rng.sample(KEYS, 3)),
            "page_size": size,
            "page": rng.randint(1, min(4, 1000 // size)),
            "reviews": rng.randint(0, 5),
        }
        asked = {name: asked[name] for name in rng.sample(sorted(asked), rng.randint(1, 6))}
        asked.setdefault("page_size", 20)
        if rng.random() < 0.3:
            some = [row[0] for row in rng.sample(products, 50)]
            asked["ids"] = [some[:10], some[10:40], some[40:]]
        shop.check(**asked)


def test_words(stock: Any, rng: Random) -> None:
    """Words with unusual characters, in names and descriptions"""
    marks = ["%", "_", "\\", "'", '"', "100%", "a_b", "[a]", "*", "?", "^", "-x", "--", "x+y", "&"]
    products = [
        (number, f"lamp {rng.choice(['', 'X', 'ab'])}{mark}{rng.choice(['', 'k'])}", "big", "c", 1)
        for number, mark in enumerate(marks, 1)
    ]
    products += [(100 + n, "Lamp acb", f"1000 {mark}", "c", 2) for n, mark in enumerate(marks)]
    products += [(200, "Kettle", "wide stool", "lamp", 3), (201, "BIG", "KETTLE lamp", "c", 3)]
    shop = stock(rng.sample(products, len(products)))
    for mark in marks:
        answer = shop.check(q=mark, page_size=100)
        assert 2 <= answer["total"] < len(products) // 2
        shop.check(q=f"LAMP  {mark} ", page_size=100)
        shop.check(q=f"{mark} bIg", page_size=100)
    for text in (
        "kettle",
        "lamp big",
        "ettl ool",
        "ttl big ett",
        "kettle stools",
        "",
        " ",
        "amp a",
    ):
        shop.check(q=text, page_size=100)
    longest = ("i " * 30 + "ig")[2:]
    assert len(longest) == 60
    assert shop.check(q=longest)["total"] > 1
    assert shop.check(q="x" * 60)["total"] == 0


def test_order(stock: Any, rng: Random) -> None:
    """Sort keys in both directions, alone and together"""
    names = ["apple", "Zebra", "zebra", "10 m", "9 m", "Apple pie", "apple"]
    products = [
        (number, rng.choice(names), "d", rng.choice(["b", "a", "B"]), rng.choice([9, 10, 100]))
        for number in rng.sample(range(1, 500), 90)
    ]
    shop = stock(products)
    for key in KEYS:
        for sign in ("", "-"):
            shop.check(sort=sign + key, page_size=100)
            shop.check(sort=sign + key, page_size=7, page=rng.randint(2, 12))
            other = rng.choice(["", "-"]) + rng.choice(KEYS)
            shop.check(sort=f"{sign}{key},{other}", page_size=100)
    for _ in range(10):
        keys = [rng.choice(["", "-"]) + key for key in rng.sample(KEYS, 3)]
        shop.check(sort=",".join(keys), page_size=100)


def test_pages(stock: Any, rng: Random) -> None:
    """Pages up to the largest, the last and beyond"""
    shop = stock(random_products(rng, 1000 + rng.randint(20, 60)))
    for size, page in ((100, 10), (1, 1000), (1, 1), (100, 1), (50, 20), (20, 50), (27, 37)):
        answer = shop.check(page_size=size, page=page)
        assert len(answer["products"]) == size
        shop.check(page_size=size, page=page, sort="-price")
    assert len(shop.check(page=50)["products"]) == 20
    for category in CATEGORIES:
        size = rng.randint(30, 100)
        total = shop.check(category=category, page_size=size)["total"]
        last = -(-total // size)
        for page in (last - 1, last, last + 1):
            if 1 <= page <= 1000 // size:
                answer = shop.check(category=category, page_size=size, page=page)
                assert bool(answer["products"]) == (page <= last)
    nothing = shop.check(category="Garden", page=7)
    assert (nothing["total"], nothing["products"]) == (0, [])


def test_ids(stock: Any, rng: Random) -> None:
    """Products by their ids, in one parameter and in several"""
    products = random_products(rng, 120)
    shop = stock(products)
    known = [row[0] for row in products]
    missing = [number for number in range(1, 2400) if number not in set(known)]
    for count in (1, 2, 17, 50):
        chosen = rng.sample(known, count)
        assert len(shop.check(ids=[chosen], page_size=100)["products"]) == count
        assert shop.check(ids=[[each] for each in chosen], page_size=100)["total"] == count
        split = rng.randint(0, count - 1)
        shop.check(ids=[chosen[:split] or chosen[-1:], chosen[split:]][count == 50 and not split :])
        shop.check(ids=[chosen], sort="-id", page_size=5, page=2)
        shop.check(ids=[[*chosen[:20], *rng.sample(missing, 20), 10**15]], page_size=30)
    shop.check(ids=[rng.sample(missing, 3)])
    shop.check(ids=[known[:50]], category=products[0][3], q="e")
    twice = shop.check(ids=[known[:3] + known[:2], known[:1]])
    assert twice["total"] == 3


def test_reviews(stock: Any, rng: Random) -> None:
    """The newest reviews of each product"""
    products = random_products(rng, 30)
    owners = [row[0] for row in products[:9] for _ in range(products.index(row))]
    rng.shuffle(owners)
    numbers = rng.sample(range(1, 10**6), len(owners))
    reviews = [
        (number, owner, rng.randint(1, 5), f'"{number}" is {rng.choice(ADJECTIVES)}')
        for number, owner in zip(numbers, owners, strict=True)
    ]
    shop = stock(products, reviews)
    for count in rng.sample(range(6), 6):
        shop.check(reviews=count, page_size=30)
        shop.check(reviews=count, ids=[[row[0] for row in products[:9]]], sort="-price")
    shop.check(page_size=30)


def test_malformed_requests(stock: Any, rng: Random) -> None:
    """Parameters that cannot be understood"""
    products = random_products(rng, 25)
    shop = stock(products)
    one, two = products[0][0], products[1][0]
    bad = ["x", "two", f"{one}x", f"x{one}", f"{one};{two}", "1.5", "true", "None", "[1]"]
    pairs = [(name, text) for name in ("page", "page_size", "reviews", "ids") for text in bad]
    pairs += [("ids", f"{one},x"), ("ids", f"x,{one}"), ("ids", f"{one},{two},1.5")]
    pairs += [("sort", text) for text in ("stars", "Price", "+id", "--id", "price desc", "price;")]
    pairs += [("sort", "price,colour"), ("sort", "description"), ("sort", "-description,id")]
    for name, text in rng.sample(pairs, len(pairs)):
        answer = shop.get([(name, text)])
        assert answer.status == 400, (name, text)
        assert isinstance(answer.json()["error"], str)
        assert answer.json()["error"]
    shop.check(page=1, page_size=3, reviews=1, ids=[[one, two]], sort="price")
    assert shop.http.get("/product").status == shop.http.get("/").status == 404
